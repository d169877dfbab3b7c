import { type Locale, type LocalizedText, localize } from '../definition/index.ts';
import { listWorkFiles, type WorkFile } from './work-results.ts';

/** How many of a kind; one is named apart, since English has a singular. */
const counted: Readonly<Record<WorkFile['kind'], { readonly one: LocalizedText; readonly many: LocalizedText }>> = {
  image: { one: { zh: '1 张图片', en: '1 picture' }, many: { zh: '张图片', en: 'pictures' } },
  video: { one: { zh: '1 段视频', en: '1 video' }, many: { zh: '段视频', en: 'videos' } },
  audio: { one: { zh: '1 段音频', en: '1 sound' }, many: { zh: '段音频', en: 'sounds' } },
  other: { one: { zh: '1 个文件', en: '1 file' }, many: { zh: '个文件', en: 'files' } },
};
const entries = { one: { zh: '1 项', en: '1 entry' }, many: { zh: '项', en: 'entries' } };

const count = (number: number, words: { readonly one: LocalizedText; readonly many: LocalizedText }, locale: Locale) =>
  number === 1 ? localize(words.one, locale) : `${number} ${localize(words.many, locale)}`;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The files of which a value consists, and of nothing else; none when it holds anything besides. */
export function pickFiles(value: unknown): readonly WorkFile[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const files = listWorkFiles(value);
  // Any text could be the name of a file; alone it is taken for one only when it may be followed.
  const isMarked = list.every((one) => isObject(one) || files.some(({ given, url }) => given === one && url !== null));
  return isMarked && files.length === list.length ? files : [];
}

function filesInWords(files: readonly WorkFile[], locale: Locale): string {
  const kinds = [...new Set(files.map(({ kind }) => kind))];
  const said = kinds.map((kind) => count(files.filter((file) => file.kind === kind).length, counted[kind], locale));
  const [first] = files;
  const [colon, comma] = locale === 'zh-CN' ? ['：', '、'] : [': ', ', '];
  return files.length === 1 && first ? `${said[0]}${colon}${first.title || first.given}` : said.join(comma);
}

/** A JSON value in one line of words: files are counted, lists too long for a line as well, the rest is told short. */
export function formatJson(value: unknown, locale: Locale): string {
  if (!isObject(value)) return String(value ?? '');
  const files = pickFiles(value);
  if (files.length > 0) return filesInWords(files, locale);
  if (Array.isArray(value))
    return value.some(isObject) ? count(value.length, entries, locale) : value.map((one) => String(one)).join(', ');
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${Array.isArray(one) || !isObject(one) ? formatJson(one, locale) : '{…}'}`)
    .join('; ');
}
