const lineHeight = 20;
const hex = (text: string) => [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');

function streamOf(text: string): string {
  if (text === '') return '';
  const lines = text.split('\n').map((line) => `<${hex(line)}> Tj`);
  return `BT /F1 12 Tf 50 700 Td ${lines.join(` 0 -${lineHeight} Td `)} ET`;
}

/** Creates a PDF whose pages contain lines of text in a Chinese font that is not embedded; pages without lines are empty. */
export function makePdf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, at) => `${6 + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 5 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ...pages.flatMap((text, at) => {
      const stream = streamOf(text);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${7 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  return withTable(objects);
}

/** Adds the cross-reference table, which lists the byte offset of each object. */
function withTable(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n';
  const positions = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = positions.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
