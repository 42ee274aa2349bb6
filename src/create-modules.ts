import type { Deps } from "./deps.ts";

/**
 * What is uploaded beside the Worker's script, each loaded with its first use (build/build-modules.mjs). They have no copies of what they share with
 * the script: it is handed over before they are loaded, so an AppError of the one is one of the other. The chat and the documents take the
 * tools from the tools' module. The imports' paths stay as they are in the bundle.
 */
export function createModules(): Deps["modules"] {
  const tools = async () => {
    await handOver(import("./shared-tools.mjs"));
    return import("./tools.mjs");
  };
  return {
    tools,
    documents: async () => {
      await Promise.all([tools(), handOver(import("./shared-documents.mjs"))]);
      return import("./documents.mjs");
    },
    chat: async () => {
      await Promise.all([tools(), handOver(import("./shared-chat.mjs"))]);
      return import("./chat.mjs");
    },
    mcp: async () => {
      await handOver(import("./shared-mcp.mjs"));
      return import("./mcp.mjs");
    },
    telegram: async () => {
      await handOver(import("./shared-telegram.mjs"));
      return import("./telegram.mjs");
    },
  };
}

/** A package stands in several lists with other names in each: what one module was handed stays, also while it is still being loaded. */
async function handOver(list: Promise<{ shared: Record<string, object> }>): Promise<void> {
  const [{ host }, { shared }] = await Promise.all([import("./module-host.mjs"), list]);
  for (const [name, part] of Object.entries(shared)) host[name] = { ...host[name], ...part };
}
