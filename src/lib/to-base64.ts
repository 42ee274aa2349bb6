/** Base64 of UTF-8 text, as all x402 headers are. */
export const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
