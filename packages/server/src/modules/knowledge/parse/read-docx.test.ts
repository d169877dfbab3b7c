import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createWordDocument } from '../../../platform/engine/export/word-document.ts';
import { DocumentError } from './document-error.ts';
import { readDocument } from './read-document.ts';

/** Creates a zip of parts. `declaredSize` sets a wrong size in its records. */
function zip(parts: Readonly<Record<string, string | Buffer>>, declaredSize?: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(getCrc(Buffer.from(content)), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? Buffer.byteLength(content), 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(16);
    place.writeUInt32LE(at, 12);
    local.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed);
    central.push(Buffer.from('PK\x01\x02\x14\0'), fields, place.subarray(2), Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(central.length / 4, 8);
  end.writeUInt16LE(central.length / 4, 10);
  end.writeUInt32LE(Buffer.concat(central).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, ...central, end]);
}

function getCrc(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const xml = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`;
const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const run = (text: string, style = '') => `<w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const [raised, lowered] = ['superscript', 'subscript'].map((place) => `<w:vertAlign w:val="${place}"/>`);
const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const relations =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const getDocx = (main: string, more: Readonly<Record<string, Buffer>> = {}, declaredSize?: number) =>
  zip({ '[Content_Types].xml': types, '_rels/.rels': relations, 'word/document.xml': main, ...more }, declaredSize);
const docx = (body: string, more: Readonly<Record<string, Buffer>> = {}, declaredSize?: number) =>
  getDocx(xml(body), more, declaredSize);

const limits = { maxPages: 100, maxBytes: 4 * 1024 * 1024, maxText: 1_000_000 };
const read = (bytes: Buffer) => readDocument(bytes, 'docx', limits);

describe('readDocx', () => {
  it('returns the text with headings', async () => {
    const { text } = await read(docx(paragraph('退款规则', 'Heading1') + paragraph('七天内可以全额退款。')));
    expect(text).toBe('# 退款规则\n\n七天内可以全额退款。');
  });

  it('marks struck-out text and keeps superscripts and subscripts, but no hidden or deleted text', async () => {
    const body = `<w:p>${run('Fee of ')}${run('10', '<w:strike/>')}${run(' 20, x')}${run('2', raised)}${run(', H')}${run('2', lowered)}${run('O, 10')}${run('n+1', raised)}${run(' ')}${run('gone', '<w:dstrike/>')}${run(' left', '<w:strike w:val="0"/>')}${run(' unseen', '<w:vanish/>')}<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>`;
    expect(await read(docx(body))).toMatchObject({
      text: 'Fee of ~~10~~ 20, x², H₂O, 10ⁿ⁺¹ ~~gone~~ left',
      warnings: ['trackedChanges'],
    });
  });

  it('writes equations as LaTeX', async () => {
    const letters = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${letters('a+b')}</m:num><m:den>${letters('2')}</m:den></m:f>`;
    const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${letters('x')}</m:e></m:rad>`;
    const power = `<m:sSup><m:e>${letters('y')}</m:e><m:sup>${letters('2')}</m:sup></m:sSup>`;
    const equation = `<m:oMath>${fraction}${letters('=')}${root}${letters('+')}${power}</m:oMath>`;
    const { text } = await read(docx(`<w:p>${run('Rate: ')}${equation}</w:p>`));
    expect(text).toBe('Rate: $\\frac{a+b}{2}=\\sqrt{x}+y^2$');
  });

  it('keeps empty and skipped cells in their columns', async () => {
    const cell = (text: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${paragraph(text)}</w:tc>`;
    const rows = [
      cell('Plan') + cell('Price', '<w:gridSpan w:val="2"/>'),
      cell('') + cell('Month') + cell('Year'),
      `<w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('9')}${cell('90')}`,
      cell('Pro') + cell('') + cell('190'),
    ];
    const { text } = await read(docx(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`));
    expect(text).toBe('| Plan | Price | |\n|---|---|---|\n| | Month | Year |\n| | 9 | 90 |\n| Pro | | 190 |');
  });

  it.each([
    ['exceeds the unpacked size limit', docx(paragraph(' '.repeat(8 * 1024 * 1024))), 'tooLarge'],
    ['declares a false unpacked size', docx(paragraph(' '.repeat(8 * 1024 * 1024)), {}, 10), 'tooLarge'],
    ['defines expanding entities', getDocx('<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><w:document/>'), 'damaged'],
    ['is nested too deeply', docx('<w:sdt><w:sdtContent>'.repeat(5000)), 'damaged'],
    ['is truncated', docx(paragraph('甲')).subarray(0, 400), 'damaged'],
    ['has no text', docx(''), 'noText'],
  ])('rejects a file that %s', async (_, bytes, code) => {
    const error = await read(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DocumentError);
    expect(error).toMatchObject({ code });
  });
});

it('reads the Word file that an exported text was written to', async () => {
  const text = [
    '# 春 & <b>日</b>',
    '第一行',
    '接着 **粗**、*斜*、`a<b` 与 2 * 3 * 4 ==SUM(1)',
    '',
    '- one',
    '- two [site](https://example.com/?a=1&b=2)',
    '',
    '1. first',
    '2. second',
    '',
    '```',
    '<script>alert(1)</script>',
    '```',
    '| a | b |',
    '|---|---|',
    '| =1+1 | \u0007x |',
  ].join('\r\n');
  const bytes = await createWordDocument(text, Date.UTC(2026, 0, 2));
  expect(bytes.includes('hyperlink')).toBe(false);
  const { text: back } = await read(bytes);
  const lines = ['# 春 & <b>日</b>', '第一行接着 粗、斜、a<b 与 2 * 3 * 4 ==SUM(1)', '- one'];
  lines.push('- two site (https://example.com/?a=1&b=2)', '1. first', '2. second', '<script>alert(1)</script>');
  expect(back.split('\n').filter((line) => line !== '')).toEqual([...lines, '| a | b |', '|---|---|', '| =1+1 | x |']);
});
