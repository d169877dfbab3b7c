import type { Operation } from '../../platform/engine/operation.ts';
import { pageBreak } from './text/clean-text.ts';
import { readText } from './work/stored-text.ts';
import { pdfWork } from './work/work-kind.ts';
import { reject, requireRow } from './write-row.ts';

const words = {
  unread: { zh: '还没有解析出文字', en: 'No text has been read from it yet' },
} as const;

/** The text of some pages of a PDF, as it was read. Each look leaves an audit row. */
export const pdfText: Operation = {
  async run(call) {
    const { tx, input, caller, resource, name } = call;
    const id = Number(requireRow(call).id);
    const text = await readText(tx, pdfWork, id);
    if (!text) reject(caller.locale, words.unread, { state: 'unread' });
    const all = text.raw.split(pageBreak);
    const from = Math.min(Number(input.fromPage), all.length);
    const pages = all.slice(from - 1, from - 1 + Number(input.count));
    const toPage = from + pages.length - 1;
    const data = { pages: all.length, fromPage: from, toPage, text: pages.map((page) => page.trim()).join('\n\n') };
    const audit = { resource: resource.name, resourceId: id, action: name, after: { fromPage: from, toPage } };
    return { data, audit };
  },
};
