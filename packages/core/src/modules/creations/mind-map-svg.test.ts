import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawMindMap } from './mind-map.ts';

const rects = (svg: string) =>
  [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
    ([, x, y, width, height]) => ({
      left: Number(x),
      top: Number(y),
      right: Number(x) + Number(width),
      bottom: Number(y) + Number(height),
    }),
  );

it('drawMindMap draws every node inside the image without overlap', () => {
  const words = fc.stringMatching(/^[\w中文 ]{1,60}$/).filter((text) => text.trim() !== '');
  const line = fc.tuple(fc.integer({ min: 0, max: 4 }), words).map(([depth, text]) => `${'  '.repeat(depth)}- ${text}`);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 25 }), (lines) => {
      const { svg, width, height } = drawMindMap(lines.join('\n')) ?? { svg: '', width: 0, height: 0 };
      const boxes = rects(svg);
      expect(boxes).toHaveLength(lines.length);
      for (const [at, box] of boxes.entries()) {
        expect(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height).toBe(true);
        for (const other of boxes.slice(at + 1)) {
          const isApart =
            box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
          expect(isApart).toBe(true);
        }
      }
    }),
  );
});

it('drawMindMap escapes text, and returns null for an empty outline', () => {
  const { svg } = drawMindMap('# a <script>alert("1")</script> & b\u0007') ?? { svg: '' };
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).not.toContain('\u0007');
  expect(drawMindMap('no list, no heading')).toBeNull();
});
