package dev.plumbline.apply;

/**
 * What a Sync claims against others.
 *
 * @param force whether it takes fields from other managers; else they keep theirs, and the object
 *     is held back
 * @param repair whether what others took is taken back; else it is only told of
 * @param adoption which objects it takes over that were there before
 */
public record Claims(boolean force, boolean repair, Adoption adoption) {
  public static final Claims DEFAULT = new Claims(true, true, Adoption.NONE);
}
