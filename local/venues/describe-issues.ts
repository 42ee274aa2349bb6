import type * as z from "zod";

/** zod's issues as one line, each field in quotes, as the Trading API writes them. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `"${issue.path.join(".")}" ${issue.message}`).join(". ");
}
