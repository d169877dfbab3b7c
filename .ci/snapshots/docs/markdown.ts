import type { Locale } from '@gantry/core';

/** The requested locale, the only argument: `en-US` or `zh-CN`. */
export function readLocale(): Locale {
  const given = process.argv[2];
  if (given !== 'en-US' && given !== 'zh-CN') throw new Error('give en-US or zh-CN');
  return given;
}

/** Escapes text for a table cell. */
export function toCell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

export const toCode = (text: string) => `\`${text}\``;

/** Formats code for a table cell. */
export function toCodeCell(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** Formats a table; its cells are Markdown already. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  return lines.join('\n');
}

/** The first lines of a generated page: the title, the link to the other language, and the source. */
export function formatHead(locale: Locale, file: string, title: string): string {
  return locale === 'zh-CN'
    ? `# ${title}\n\n[English](../${file})\n\n<!-- 由 npm run snapshots 从定义生成，请勿手动修改。 -->`
    : `# ${title}\n\n[中文](zh/${file})\n\n<!-- Generated from the definitions by npm run snapshots. Do not edit. -->`;
}
