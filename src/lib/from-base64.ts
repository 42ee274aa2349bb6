/** The text of toBase64. @throws for what is no base64 */
export const fromBase64 = (encoded: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));

/** Of UTF-8 text of any length, as x402 headers are. Byte by byte: a call takes only so many arguments. */
export const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
