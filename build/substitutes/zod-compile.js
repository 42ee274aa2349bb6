// zod's compiler writes functions as text, which workerd forbids, and nothing here asks for it.
export const INVALID = Symbol.for("zod.compile.invalid");
export class ZodCompileAsyncError extends Error {}
export class ZodCompileUnsupportedError extends Error {}
export const compile = (schema) => schema;
export const withParser = (schema) => schema;
