/**
 * Code points of the digit zero of each script whose digits are read; its nine others follow it.
 * All are in the basic plane. Source: Unicode Character Database, general category Nd; names are
 * those of CLDR's numbering systems.
 */
export const DIGIT_ZEROS = {
  latn: 0x0030,
  arab: 0x0660,
  arabext: 0x06f0,
  deva: 0x0966,
  beng: 0x09e6,
  guru: 0x0a66,
  gujr: 0x0ae6,
  orya: 0x0b66,
  tamldec: 0x0be6,
  telu: 0x0c66,
  knda: 0x0ce6,
  mlym: 0x0d66,
  thai: 0x0e50,
  laoo: 0x0ed0,
  tibt: 0x0f20,
  mymr: 0x1040,
  khmr: 0x17e0,
  mong: 0x1810,
  fullwide: 0xff10,
} as const;
