const counted = (words: string): (readonly [string, string])[] =>
  words.split(" ").flatMap((word, at) => word.split("/").map((form) => [form, String(at + 1)] as const));

/** Numbers that people write as words, in the languages of most keyboards. A word that is an article as well is read as one, and may be left over. */
export const FIGURE_WORDS: ReadonlyMap<string, string> = new Map([
  ...counted(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  ),
  ...counted("ein/eine/einen/einem zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"),
  ...counted("un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce"),
  ...counted("une deux trois quatre cinq six sept huit neuf dix onze douze"),
  ...counted(
    "um/uma due/dois/duas tre/três quattro/quatro cinque sei sette/sete otto/oito nove dieci/dez undici/onze dodici/doze",
  ),
  ...counted("один/одну/одного два/две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать"),
  ...["half", "halb", "halbe", "halben", "halbes", "medio", "media", "demi", "mezzo", "mezza", "meio", "пол"].map(
    (word) => [word, "0.5"] as const,
  ),
  ...["fünfzehn", "quince", "quinze", "quindici", "пятнадцать"].map((word) => [word, "15"] as const),
  ...["zwanzig", "veinte", "vingt", "venti", "vinte", "двадцать"].map((word) => [word, "20"] as const),
  ...["dreißig", "treinta", "trente", "trenta", "trinta", "тридцать", "thirty"].map((word) => [word, "30"] as const),
  ["quarters", "4"],
]);
