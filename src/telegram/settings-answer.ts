import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { loadSettings } from "./load-settings.ts";
import { renderSettings, settingsButtons } from "./render-settings.ts";

/**
 * With buttons for what lets less through.
 * @throws store_unavailable
 */
export async function settingsAnswer(scene: ChatScene, before?: string): Promise<ChatAnswer> {
  const operators = await loadSettings(scene);
  const html = renderSettings(operators);
  return {
    html: before === undefined ? html : `${before}\n\n${html}`,
    buttons: operators.length === 0 ? [] : settingsButtons(operators),
  };
}
