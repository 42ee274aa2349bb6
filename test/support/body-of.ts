/**
 * An answer's body as tests read it: JSON parsed, a page or drawing as its text, nothing as null.
 */
export function bodyOf(text: string, contentType: string | null | undefined): any {
  if (text === "") return null;
  return /^text\/|^image\/svg/.test(contentType ?? "") ? text : JSON.parse(text);
}
