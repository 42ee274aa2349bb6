const SPACELESS = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
/** Strokes of these scripts that may be taken for a Latin letter or a digit. */
const ALIKE = "丨丿乙亅工口十一二三丁卜了人入八几力〇ノーエロニハヘトイりくしつのㅇㅣㅡㅏ";
const AFTER = new RegExp(`([A-Za-z\\p{Nd}])(?=(?![${ALIKE}])[${SPACELESS}])`, "gu");
const BEFORE = new RegExp(`((?![${ALIKE}])[${SPACELESS}])(?=[A-Za-z\\p{Nd}])`, "gu");

/**
 * A text with spaces between Latin words or figures and the words of scripts that set none ("1
 * ETHを売って"): only there may letters of two scripts meet without being a disguise. What looks like a
 * Latin letter stays where it is.
 */
export const apart = (text: string): string => text.replace(AFTER, "$1 ").replace(BEFORE, "$1 ");
