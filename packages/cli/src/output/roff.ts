/** Escapes a text for roff, and allows line breaks within Chinese. */
const getText = (plain: string): string =>
  plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(/(?<=\p{Script=Han}|[，；、：。）])(?=\p{Script=Han})/gu, '\\:');

const quote = (plain: string) => `"${getText(plain).replaceAll('"', '\\(dq')}"`;

/** The head of a page. It has no date, so that the same version always writes the same page. */
export const formatHead = (name: string, version: string): string =>
  `.TH ${quote(name.toUpperCase())} 1 "" ${quote(`gantry ${version}`)} Gantry\n.ad l\n`;

/** A section with its parts; empty when it has none. */
export const formatSection = (title: string, ...parts: readonly string[]): string =>
  parts.some((part) => part !== '') ? `.SH ${quote(title)}\n${parts.join('')}` : '';

export const formatSubsection = (title: string, ...parts: readonly string[]): string =>
  `.SS ${quote(title)}\n${parts.join('')}`;

export const formatParagraph = (plain: string): string =>
  plain.trim() === '' ? '' : `.PP\n${getText(plain.trim()).replace(/\n{2,}/g, '\n.PP\n')}\n`;

/** A term and its description. */
export const formatEntry = (name: string, plain: string): string =>
  `.TP\n\\fB${getText(name)}\\fR\n${getText(plain.trim()) || '\\&'}\n`;

/** Lines that are printed as typed. */
export const formatLiteral = (plain: string): string =>
  plain.trim() === '' ? '' : `.PP\n.nf\n${getText(plain.replace(/^\n+/, '').trimEnd())}\n.fi\n`;
