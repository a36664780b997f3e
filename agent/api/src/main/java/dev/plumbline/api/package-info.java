/** What the versions of the API share: how they write durations. */
package dev.plumbline.api;
