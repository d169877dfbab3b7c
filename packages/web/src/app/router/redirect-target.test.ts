import { describe, expect, it } from 'vitest';
import { redirectTarget, redirectTo } from './redirect-target.ts';

describe('redirectTarget', () => {
  it.each([
    ['/redirect/ai/ai_icon', '/ai/ai_icon'],
    ['/redirect//evil.example', '/evil.example'],
    ['/redirect/\\evil.example', '/evil.example'],
    ['/redirect/', '/'],
    ['/redirect/redirect/redirect/x', '/'],
    ['/redirect/javascript:alert(1)', '/javascript:alert(1)'],
  ])('leads %s to %s', (pathname, target) => {
    expect(redirectTarget(pathname)).toBe(target);
  });

  it('returns the path that redirectTo was given', () => {
    expect(redirectTarget(redirectTo('/workplace'))).toBe('/workplace');
  });
});
