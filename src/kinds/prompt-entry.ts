type Argument = { name: string; description: string; required: boolean };
/** Words for a person to pick from a menu, who then says them to their model. */
export type PromptEntry = {
  name: string;
  title: string;
  description: string;
  arguments: readonly Argument[];
  /** The picked words. Optional arguments may be missing. */
  text(given: Readonly<Record<string, string>>): string;
};
