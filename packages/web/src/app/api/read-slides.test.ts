import { describe, expect, it } from 'vitest';
import { readSlides } from './runtime-config.ts';

const slide = { id: 1, title: 'One', picture: '/files/a.png', link: null, language: 'all' };

describe('readSlides', () => {
  it('returns valid slides of the server response', () => {
    expect(readSlides([slide, { ...slide, link: 'https://example.com' }])).toHaveLength(2);
  });

  it.each([
    ['no list', { slides: [slide] }],
    ['nothing', undefined],
    ['a hole', [null]],
    ['no title', [{ ...slide, title: 7 }]],
    ['a picture of another place', [{ ...slide, picture: 'https://evil.example/x.png' }]],
    ['a picture of another host', [{ ...slide, picture: '//evil.example/x.png' }]],
    ['a link that runs', [{ ...slide, link: 'javascript:alert(1)' }]],
    ['a link of no kind', [{ ...slide, link: '/\\evil.example' }]],
  ])('takes nothing of %s', (_, given) => {
    expect(readSlides(given)).toEqual([]);
  });
});
