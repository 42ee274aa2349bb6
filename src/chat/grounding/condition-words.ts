const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Words that tie what is asked for to something: a price, a time, a go-ahead. What a model proposes for such a message is done now or
 * not at all, so its card says that nothing of this would be watched.
 */
export const CONDITION_WORDS = {
  words: words(`
  when whenever if once unless until till after before while provided assuming case later tomorrow tonight today above below under
  reaches hits drops falls rises dip least most limit only keep ok approval confirm confirmation permission go ready ask first signal permission
  prepare monday tuesday wednesday thursday friday saturday sunday week month midnight noon morning evening pm am
  wenn falls sobald bis nach bevor vor später morgen heute erst sofern
  cuando si hasta después despues antes mañana hoy solo sólo mientras
  quand lorsque si dès jusqu'à après apres avant demain aujourd'hui seulement
  quando se appena fino dopo prima domani oggi solo até depois amanhã hoje
  когда если пока после до завтра сегодня только выше ниже
  gdy kiedy jeśli jeżeli po przed jutro dziś tylko als wanneer zodra na voor morgen alleen
  eğer zaman sonra önce yarın jika kalau setelah besok
`),
  /** In scripts that set no spaces between words. */
  pieces: [
    "如果",
    "当",
    "當",
    "等到",
    "之后",
    "以后",
    "明天",
    "もし",
    "たら",
    "れば",
    "明日",
    "たあと",
    "만약",
    "면 ",
    "내일",
    "ถ้า",
    "เมื่อ",
  ],
} as const;
