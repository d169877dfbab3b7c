/** Words and a text to search for them, deterministic for a seed. */
export interface ModerationCorpus {
  readonly words: readonly string[];
  readonly text: string;
}

const syllables = 'ba co di fu ga hi jo ka lu me no pi qua ro sa ti vu we xi yo za ing er tion'.split(' ');
const signs = '，。！？、';

/** Seven in ten words are Chinese; the text is mostly Chinese, and one piece in 250 is a word of the list. */
export function moderationCorpus(seed: number, wordCount: number, textLength: number): ModerationCorpus {
  const random = getRandom(seed);
  const words = new Set<string>();
  while (words.size < wordCount) {
    words.add(
      random() < 0.7 ? chinese(random, 2 + below(random, 1 + below(random, 5))) : latin(random, 2 + below(random, 3)),
    );
  }
  const list = [...words];
  let text = '';
  while (text.length < textLength) {
    const kind = random();
    if (kind < 0.004) text += list[below(random, list.length)];
    else if (kind < 0.09) text += signs[below(random, signs.length)];
    else if (kind < 0.11) text += ` ${latin(random, 2)} `;
    else text += chinese(random, 1);
  }
  return { words: list, text: text.slice(0, textLength) };
}

/** Some 6,000 characters with a realistic frequency distribution: few are frequent and most are rare. */
function chinese(random: () => number, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(random() ** 2.2 * 6000))).join('');
}

function latin(random: () => number, length: number): string {
  return Array.from({ length }, () => syllables[below(random, syllables.length)]).join('');
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

/** The Mulberry32 generator. */
function getRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
