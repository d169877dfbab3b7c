import { describe, expect, it } from 'vitest';
import { listWorkFiles, pickPreview } from './work-results.ts';

describe('listWorkFiles', () => {
  it('finds files in lists, in objects and as single values', () => {
    expect(listWorkFiles(['https://cdn.example.com/a.png'])).toEqual([
      {
        kind: 'image',
        url: 'https://cdn.example.com/a.png',
        given: 'https://cdn.example.com/a.png',
        title: '',
        role: '',
      },
    ]);
    expect(listWorkFiles([{ kind: 'music', url: '/files/song_1.mp3', title: 'Song' }])).toMatchObject([
      { kind: 'audio', url: '/files/song_1.mp3', title: 'Song' },
    ]);
    expect(listWorkFiles({ type: 'video/mp4', src: 'https://cdn.example.com/v' })).toMatchObject([{ kind: 'video' }]);
    expect(listWorkFiles({ path: 'https://cdn.example.com/deck.pptx' })).toMatchObject([{ kind: 'other' }]);
    const frame = { url: 'https://cdn.example.com/f?id=1', role: 'start' };
    expect(listWorkFiles([frame])).toMatchObject([{ kind: 'image', role: 'start' }]);
  });

  it.each([null, undefined, 3, '', {}, [], [null, 1, {}], { url: 7 }])('finds no file in %j', (results) => {
    expect(listWorkFiles(results)).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://cdn.example.com/a.png',
    '//evil.example/a.png',
    '/files/../api/v1/admin/info',
    '/logout',
    'https://user:pass@evil.example/a.png',
    ' https://evil.example/a.png',
    'blob:https://evil.example/x',
  ])('returns no URL for the unsafe address %s', (url) => {
    expect(listWorkFiles([{ kind: 'draw', url }])).toEqual([
      { kind: 'image', url: null, given: url, title: '', role: '' },
    ]);
  });

  it('returns at most 50 files', () => {
    expect(listWorkFiles(Array.from({ length: 1000 }, (_, at) => `https://cdn.example.com/${at}.png`))).toHaveLength(
      50,
    );
  });
});

describe('pickPreview', () => {
  it('picks the first image, else the first video or audio file', () => {
    const video = 'https://cdn.example.com/v.mp4';
    expect(pickPreview([video, '/files/cover_1.png'])).toEqual({ kind: 'image', url: '/files/cover_1.png' });
    expect(pickPreview([video])).toEqual({ kind: 'video', url: video });
  });

  it.each([null, [], ['javascript:alert(1).png'], ['https://cdn.example.com/deck.pptx']])(
    'returns null for %j',
    (results) => {
      expect(pickPreview(results)).toBeNull();
    },
  );
});
