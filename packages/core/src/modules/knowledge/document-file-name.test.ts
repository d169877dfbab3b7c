import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDocumentFileName } from './document-file-name.ts';

describe('createDocumentFileName', () => {
  it('keeps the name and adds a missing extension', () => {
    expect(createDocumentFileName('规则.pdf', 'pdf')).toBe('规则.pdf');
    expect(createDocumentFileName('Rules 2.1', 'markdown')).toBe('Rules 2.1.md');
    expect(createDocumentFileName('notes.MARKDOWN', 'markdown')).toBe('notes.MARKDOWN');
    expect(createDocumentFileName('https://example.com/a?b', 'html')).toBe('https___example.com_a_b.html');
    expect(createDocumentFileName('plain', null)).toBe('plain');
  });

  it('returns no path, no hidden name and no reserved name', () => {
    expect(createDocumentFileName('../../etc/passwd', 'text')).toBe('_.._etc_passwd.txt');
    expect(createDocumentFileName('exe\u202efdp.pdf', 'pdf')).toBe('exe_fdp.pdf');
    expect(createDocumentFileName('NUL', 'text')).toBe('_NUL.txt');
    expect(createDocumentFileName(' ... ', 'pdf')).toBe('document.pdf');
  });

  it('limits the length for every file system', () => {
    const name = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(name, fc.constantFrom('pdf', 'markdown', 'docx', null), (given, format) => {
        const made = createDocumentFileName(given, format);
        expect(made).not.toMatch(/[\p{Cc}\p{Cs}\\/:*?"<>|]/u);
        expect(made.isWellFormed()).toBe(true);
        expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(255);
        expect(made.length).toBeGreaterThan(0);
        expect(createDocumentFileName(made, format)).toBe(made);
      }),
    );
  });
});
