/** An object with named members: no list, not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Any other text becomes `{text}`, so that it can still be compared. */
export function jsonObject(text: string): Record<string, unknown> {
  // Every GET's, whose error would cost more than any body.
  if (text === "") return { text };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : { text };
  } catch {
    return { text };
  }
}

/** Nearly every text is: its UTF-8 is itself, so nothing has to be taken byte by byte. */
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** The text of `toBase64`. @throws for text that is no base64 */
export function fromBase64(encoded: string): string {
  const binary = atob(encoded);
  if (isAscii(binary)) return binary;
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

/**
 * Base64 of UTF-8 text, as x402 headers have it. Byte by byte: a call takes only so many arguments.
 */
export const toBase64 = (text: string): string =>
  isAscii(text)
    ? btoa(text)
    : btoa(
        Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""),
      );
