/** One language of an article: what it is about, the steps, and what to keep in mind. */
export interface ArticleText {
  readonly title: string;
  readonly about: string;
  readonly steps: readonly string[];
  readonly note: string;
}
export interface Article {
  readonly slug: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly zh: ArticleText;
  readonly en: ArticleText;
}

/** Title, about, steps divided by ` | `, note. */
type Given = readonly [string, string, string, string];

function getText([title, about, steps, note]: Given): ArticleText {
  return { title, about, steps: steps.split(' | '), note };
}

export function article(slug: string, category: string, tags: string, zh: Given, en: Given): Article {
  return { slug, category, tags: tags.split(' '), zh: getText(zh), en: getText(en) };
}

/** The article as Markdown: a heading, the steps as a list, the note as a quotation. */
export function markdownOf(text: ArticleText, words: { readonly steps: string; readonly note: string }): string {
  const steps = text.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return `## ${text.title}\n\n${text.about}\n\n### ${words.steps}\n\n${steps}\n\n> **${words.note}** ${text.note}\n`;
}
export const chineseParts = { steps: '操作步骤', note: '注意：' };
export const englishParts = { steps: 'Steps', note: 'Note:' };
