/** The text of toBase64. @throws for what is no base64 */
export const fromBase64 = (encoded: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
