package dev.plumbline.source.git;

import java.util.Map;

/** What a conversation with a server came to: where each ref leads, or that it is not there. */
record Found(Map<GitRef, Tip> tips, Map<GitRef, Missing> missing) {}
