import type { Judged } from './moderation-provider.ts';

/** Characters that stand in two parts of a long text, so that a word is whole in one of them. */
const overlap = 40;

/** A text in parts that a provider takes. */
export function splitText(text: string, most: number): string[] {
  const parts = [text.slice(0, most)];
  for (let from = most - overlap; from + overlap < text.length; from += most - overlap)
    parts.push(text.slice(from, from + most));
  return parts;
}

interface ModerationRun {
  /** How many are asked about at once. */
  readonly abreast: number;
  prompt(part: string): Promise<Judged>;
  blocks(judged: Judged): boolean;
}

/** What is said of each part until one blocks: that ends it. Throws what went wrong with a part when none of its row blocks. */
export async function judgeInParts(
  parts: readonly string[],
  { abreast, prompt, blocks }: ModerationRun,
): Promise<Judged[]> {
  const found: Judged[] = [];
  for (let from = 0; from < parts.length; from += abreast) {
    const row = await Promise.allSettled(parts.slice(from, from + abreast).map(prompt));
    const judged = row.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    found.push(...judged);
    if (judged.some(blocks)) return found;
    const failed = row.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
  return found;
}
