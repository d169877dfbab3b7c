import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countMindMapNodes, type MindMapNode, parseMindMap } from './mind-map.ts';

const counted = (nodes: readonly MindMapNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + counted(children), 0);

it('parseMindMap builds a tree of headings and list items, and ignores other lines', () => {
  const outline = '# 中心\n## 甲\n说明\n- 一\n  1. 一点一\n\t- 一点二\n- 二\n## 乙\n# 另一个';
  const leaf = (text: string) => ({ text, children: [] });
  expect(parseMindMap(outline)).toMatchObject([
    {
      text: '中心',
      children: [
        {
          text: '甲',
          children: [
            { text: '一', children: [{ text: '一点一', children: [leaf('一点二')] }] },
            { text: '二', children: [] },
          ],
        },
        leaf('乙'),
      ],
    },
    leaf('另一个'),
  ]);
  expect(countMindMapNodes(outline)).toBe(8);
  expect(parseMindMap(outline, 2)).toMatchObject([{ line: 0, children: [{ line: 1, text: '甲', children: [] }] }]);
  expect(parseMindMap('no outline')).toEqual([]);
});

it('parseMindMap keeps every node at any nesting', () => {
  const mark = fc.constantFrom('# ', '### ', '- ', '    * ', '\t1. ', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(mark, fc.constantFrom('a', 'b c', '')), { maxLength: 40 }), (lines) => {
      const outline = lines.map(([before, text]) => before + text).join('\n');
      expect(counted(parseMindMap(outline))).toBe(countMindMapNodes(outline));
    }),
  );
});
