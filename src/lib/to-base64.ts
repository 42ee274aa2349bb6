/** Base64 of UTF-8 text of any length, as all x402 headers are. Byte by byte: a call takes only so many arguments. */
export const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
