package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// writePKI writes into dir a fresh authority (ca.crt), a serving certificate for loopback signed by
// it (tls.crt, tls.key) and a key pair for service account tokens (sa.key). It returns the
// authority in PEM.
func writePKI(dir, name string) ([]byte, error) {
	validity := x509.Certificate{NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0)}

	caKey, err := newKey()
	if err != nil {
		return nil, err
	}
	ca := validity
	ca.SerialNumber = big.NewInt(1)
	ca.Subject = pkix.Name{CommonName: "testbed " + name}
	ca.IsCA, ca.BasicConstraintsValid = true, true
	ca.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	caDER, err := x509.CreateCertificate(rand.Reader, &ca, &ca, caKey.Public(), caKey)
	if err != nil {
		return nil, err
	}

	key, err := newKey()
	if err != nil {
		return nil, err
	}
	serving := validity
	serving.SerialNumber = big.NewInt(2)
	serving.Subject = pkix.Name{CommonName: "127.0.0.1"}
	serving.KeyUsage = x509.KeyUsageDigitalSignature
	serving.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	serving.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	serving.DNSNames = []string{"localhost", "kubernetes.default.svc"}
	servingDER, err := x509.CreateCertificate(rand.Reader, &serving, &ca, key.Public(), caKey)
	if err != nil {
		return nil, err
	}

	accounts, err := newKey()
	if err != nil {
		return nil, err
	}
	caPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: caDER})
	files := map[string][]byte{
		"ca.crt":  caPEM,
		"tls.crt": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: servingDER}),
	}
	for file, key := range map[string]*ecdsa.PrivateKey{"tls.key": key, "sa.key": accounts} {
		der, err := x509.MarshalECPrivateKey(key)
		if err != nil {
			return nil, err
		}
		files[file] = pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})
	}
	for file, content := range files {
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o600); err != nil {
			return nil, err
		}
	}
	return caPEM, nil
}

func newKey() (*ecdsa.PrivateKey, error) {
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

func newToken() string {
	token := make([]byte, 16)
	rand.Read(token) // never fails: it ends the program instead
	return hex.EncodeToString(token)
}

func trusting(caPEM []byte) *tls.Config {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(caPEM)
	return &tls.Config{RootCAs: pool}
}
