/** An answer's body as tests read it: JSON parsed, a page as its text, nothing as null. */
export function bodyOf(text: string, contentType: string | null | undefined): any {
  if (text === "") return null;
  return contentType?.startsWith("text/") ? text : JSON.parse(text);
}
