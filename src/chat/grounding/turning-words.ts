const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const WORDS = {
  negated: words(`
    not no nope nah never none neither nor don't dont doesn't doesnt didn't didnt won't wont wouldn't wouldnt can't cant cannot couldn't
    shouldn't isn't isnt aren't wasn't without avoid refrain nevermind forget undo except besides instead unfreeze thaw rather
    nicht kein keine keinen nie niemals ohne außer statt vergiss nein lass
    no nunca jamás jamas sin salvo excepto olvida olvídalo
    pas ne non jamais sans sauf oublie ni aucun aucune rien
    non mai senza eccetto tranne dimentica não nao sem exceto esqueça
    не нет никогда без кроме забудь нельзя ни
    nie nigdy bez oprócz zapomnij niet geen nooit zonder behalve inte aldrig utan ikke ei
    hayır değil asla olmadan hariç jangan tidak bukan tanpa không đừng लेकिन नहीं मत لا لن لم ليس بدون
  `),
  asked: words(`
    should shall what what's whats how why who whom whose which whether explain explains difference mean means meaning translate
    summarize summarise decode wise suppose imagine pretend hypothetically
    wie warum wieso weshalb soll sollte sollen ob erkläre übersetze
    qué cómo porqué debería deberia debo explica traduce cuál
    quoi comment pourquoi dois devrais faut-il explique traduis quel quelle est-ce
    cosa perché dovrei devo spiega traduci devo deveria explique
    что как почему зачем стоит должен должна ли объясни переведи
    dlaczego jak czy powinienem powinnam wyjaśnij waarom hoe moet nasıl neden niçin mı mü
    mengapa bagaimana apakah क्या कैसे क्यों هل كيف لماذا ماذا
  `),
  told: words(`
    said says say saying told tells asked asks wrote writes written typed types shouted claims claimed according wants quote quoted behalf
    message email article tweet support ignore previous instructions system assistant developer admin
    sagte sagt sagten schrieb schreibt meinte dijo dice dicen escribió dit disent écrit écrivait dice disse diz escreveu
    сказал сказала говорит говорят написал написала пишет powiedział powiedziała mówi napisał zei zegt schreef
    dedi diyor yazdı bilang katanya
    he she they him her his them er él ella ellos il elle ils elles lui lei loro он она они ele ela eles
  `),
  past: words(`
    sold bought swapped traded exchanged converted dumped cancelled canceled paused resumed stopped froze frozen skipped staked
    yesterday already ago last was were did had has been used earlier previously
    verkauft kaufte gekauft getauscht gestern bereits storniert pausiert hatte habe war
    vendí vendido compré comprado cancelé canceló ayer hice había
    vendu acheté échangé annulé hier déjà avais
    venduto comprato annullato ieri già vendido comprei cancelei ontem
    продал продала купил купила отменил отменила вчера уже был была
    sprzedałem sprzedałam sprzedał sprzedała kupił kupiła kupiłem kupiłam wczoraj już verkocht gekocht gisteren
    sattım aldım dün
  `),
  unsure: words(`
    might may maybe or about around roughly approximately some i'll we'll you'll then perhaps possibly plan planning planned remind someday soon thinking wish going will would used probably
    vielleicht oder etwa ungefähr circa überlege plane werde quizás quizas unos pienso planeo peut-être environ pense prévois forse penso talvez
    может или около примерно возможно наверное думаю планирую może misschien belki mungkin
  `),
} as const;

/** The same in scripts that set no spaces between words: found anywhere in the text. */
const PIECES = {
  negated: [
    "不要",
    "别",
    "別",
    "不",
    "没",
    "勿",
    "ない",
    "ません",
    "しないで",
    "やめ",
    "지마",
    "지 마",
    "않",
    "안 ",
    "อย่า",
    "ไม่",
  ],
  asked: [
    "吗",
    "嗎",
    "什么",
    "什麼",
    "怎么",
    "为什么",
    "應該",
    "应该",
    "是否",
    "何",
    "なぜ",
    "べき",
    "ですか",
    "ますか",
    "왜",
    "어떻게",
    "나요",
    "까요",
  ],
  told: ["他说", "她说", "说：", "と言", "だって", "라고", "했다고"],
  past: ["昨天", "已经", "过了", "了吗", "ました", "昨日", "했어", "어제", "였"],
  unsure: ["也许", "可能", "たぶん", "かも", "아마"],
} as const satisfies Record<keyof typeof WORDS, readonly string[]>;

/**
 * Words that turn a request round, ask, or tell of it, by what they do, in the languages of most keyboards. Where one of them stands
 * anywhere in a message, nothing that a model proposes for it is offered: the answer is in words. They need not be complete, what is
 * offered waits for its operator; a word too many costs a card.
 */
export const TURNING_WORDS = { words: WORDS, pieces: PIECES } as const;
