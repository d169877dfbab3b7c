/** Text of a manual page: what roff would take for its own is written out, and lines may break within Chinese. */
const text = (plain: string): string =>
  plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(/(?<=\p{Script=Han}|[，；、：。）])(?=\p{Script=Han})/gu, '\\:');

const quoted = (plain: string) => `"${text(plain).replaceAll('"', '\\(dq')}"`;

/** The head of a page; it bears no date, so that the same program writes the same page. */
export const formatHead = (name: string, version: string): string =>
  `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`gantry ${version}`)} Gantry\n.ad l\n`;

/** A section with its parts; nothing when they are. */
export const formatSection = (title: string, ...parts: readonly string[]): string =>
  parts.some((part) => part !== '') ? `.SH ${quoted(title)}\n${parts.join('')}` : '';

export const formatSubsection = (title: string, ...parts: readonly string[]): string =>
  `.SS ${quoted(title)}\n${parts.join('')}`;

export const formatParagraph = (plain: string): string =>
  plain.trim() === '' ? '' : `.PP\n${text(plain.trim()).replace(/\n{2,}/g, '\n.PP\n')}\n`;

/** What something is called, and beneath it what it is. */
export const formatEntry = (name: string, plain: string): string =>
  `.TP\n\\fB${text(name)}\\fR\n${text(plain.trim()) || '\\&'}\n`;

/** Lines as they are typed. */
export const formatLiteral = (plain: string): string =>
  plain.trim() === '' ? '' : `.PP\n.nf\n${text(plain.replace(/^\n+/, '').trimEnd())}\n.fi\n`;
