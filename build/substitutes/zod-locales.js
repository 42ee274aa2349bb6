import en from "zod/v4/locales/en.js";

// Of zod's 64 languages the one that is spoken here; the others are 264 kB that every start would evaluate.
export { en };
