/**
 * Words that say the same in a request, by the name that patterns call them ("@cancel"). The first
 * is the plain one.
 */
export const WORD_CLASSES: Readonly<Record<string, string>> = {
  cancel:
    "cancel|kill|delete|remove|end|abort|close|scrap|terminate|drop|nix|axe|pull|rm|scratch|cxl|withdraw|void|ditch|discard|trash|clear|bin|stop|lift|revoke|undo|finish|quit|nuke|yank|dump|retire|erase",
  drop: "cancel|kill|delete|remove|abort|scrap|terminate|drop|nix|axe|pull|rm|scratch|cxl|withdraw|void|ditch|discard|trash|clear|bin|lift",
  cancelled: "cancelled|canceled|deleted|removed|ended|stopped|killed|withdrawn",
  pause:
    "pause|hold|suspend|halt|paused|park|stall|wait|waits|break|rest|sleep|snooze|idle|pausing",
  resume:
    "resume|unpause|continue|restart|unhold|reactivate|proceed|unfreeze|revive|unsuspend|carry|unparked|wake|awake|relaunch|unsuspended",
  skip: "skip|omit|miss|forgo|pass|bypass|jump|drop|leave|sit",
  set: "set|change|make|put|raise|lower|update|adjust|edit|move|bring|switch|modify|increase|decrease|reduce|tighten|widen|loosen|cut|bump|turn|let|stretch|slow|speed|space|alter|save|use|keep|want|give|take|get|extend|shorten|lengthen|reset|decreased|increased|reduced|raised|lowered|changed|updated|allow|accept|drop",
  orders: "orders|order|twaps|twap|dcas|dca|strategies|strategy|plans|schedules|jobs",
  slice:
    "slice|clip|part|buy|one|piece|tranche|trade|run|purchase|sell|sale|instalment|installment|chunk|portion|execution|fill|step",
  slices:
    "slices|slice|clips|parts|pieces|tranches|goes|trades|chunks|portions|buys|sells|steps|runs|instalments|installments",
  pace: "interval|pace|gap|spacing|every|each|frequency|cadence|apart|between|once|per|run|runs|trade|trades|buy|sell|execute|fire|go|slices|parts|slice",
  trade:
    "sell|buy|swap|convert|exchange|trade|purchase|acquire|obtain|get|grab|need|want|spend|use|put|invest|move|rotate|shift|take|ape|deploy|allocate|pay|dump|unload|offload|flip|turn|switch|change|wrap|unwrap|liquidate|exit|rid|flat|lighten|trim|shave|reduce|cut|increase|grow|add|accumulate|selling|buying|swapping|purchasing|sale|bin|ditch|unwind|become|becomes|twap|dca|split|spread|drip|stop|trigger|limit|profit|out|into|bid|offer|ask|roll|pick|scale|stack|slice|break|divide|protect|let",
  all: "all|every|everything|entire|whole|completely|fully|entirely|lot|full",
  give: "show|list|give|view|see|check|get",
  off: "off|disable|deactivate|disabled|kill|stop",
  perpa: "gmx",
  perpb: "hyperliquid|hl",
};

/** A pattern with its classes spelled out. */
export const spelledOut = (text: string): string =>
  text.replace(/@([a-z]+)/g, (_, name: string) => WORD_CLASSES[name] ?? name);
