import * as z from "zod";

/** A test by its file and either its whole title (`describe > test`) or the last part of it; several of a file may match. */
export const namedTest = z.strictObject({ file: z.string().startsWith("test/"), title: z.string().min(1) });
export type NamedTest = z.infer<typeof namedTest>;

/** What was wrong, in one sentence, and the tests that fail where it still is. */
export const finding = z.strictObject({
  finding: z.int().min(1).max(19),
  says: z.string().min(1),
  tests: z.array(namedTest).min(1),
  /** Files or directories that were wrong, where they are not the service's own: they are what `--before` takes from the past. */
  code: z.array(z.string().min(1)).default(["src", "schemas", "functions"]),
});
export type Finding = z.infer<typeof finding>;
