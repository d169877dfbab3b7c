import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Api, ApiProvider } from '../../app/api/index.ts';
import { MarkdownBody } from './markdown-body.tsx';

const api = { config: { apiBaseUrl: '' } } as Api;
const html = (text: string) =>
  renderToStaticMarkup(
    <ApiProvider api={api}>
      <MarkdownBody text={text} />
    </ApiProvider>,
  );

describe('MarkdownBody', () => {
  it('renders headings, lists, tables and code', () => {
    expect(html('# 标题\n\n- 一\n- 二')).toBe('<h3>标题</h3><ul><li>一</li><li>二</li></ul>');
    expect(html('`a<b`')).toBe('<p><code>a&lt;b</code></p>');
    expect(html('|a|\n|-|\n|1|')).toContain('<td>1</td>');
    expect(html('3. x')).toContain('<ol start="3">');
  });

  it('shows HTML as plain text', () => {
    expect(html('<img src=x onerror=alert(1)>')).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
    expect(html('<script>alert(1)</script>')).not.toContain('<script');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    'JaVaScRiPt:x',
    '&#106;avascript:x',
  ])('makes no link of %s', (address) => {
    expect(html(`[x](${address})`)).not.toContain('href');
  });

  it('opens web links without a referrer', () => {
    expect(html('[x](https://example.com)')).toBe(
      '<p><a href="https://example.com" rel="noopener noreferrer" target="_blank">x</a></p>',
    );
  });

  it('shows images that were uploaded here, and the alternative text of others', () => {
    expect(html('![猫](/files/cat.png)')).toContain('src="/files/cat.png"');
    expect(html('![猫](https://evil.example/cat.png)')).toBe('<p>猫</p>');
  });
});
