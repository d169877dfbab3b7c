import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../parse/document-error.ts';
import { computeDue, planOcr } from './pdf-plan.ts';

const count = (max: number) => fc.integer({ min: 0, max });

describe('PDF price', () => {
  it('is between 0 and the held amount, and the full amount when all planned pages were read', () => {
    const run = fc.record({ planned: count(50), done: count(60), paid: count(50), price: count(9), pages: count(99) });
    fc.assert(
      fc.property(run, ({ planned, done, paid, price, pages }) => {
        const amount = pages + Math.max(0, planned - paid) * price;
        const row = { amount, ocr_planned: planned, ocr_pages: done, ocr_paid: paid, ocr_price: price };
        const due = computeDue(row);
        expect(due).toBeGreaterThanOrEqual(pages);
        expect(due).toBeLessThanOrEqual(amount);
        if (done >= planned) expect(due).toBe(amount);
        expect(due).toBe(pages + Math.max(0, Math.min(planned, done) - paid) * price);
      }),
    );
  });

  it('is planned by the parse mode up to the maximum number of OCR pages', () => {
    const on = { isOn: true, fallback: true, maxPages: 10 };
    expect(planOcr('ocr', { pages: 9, scanned: null }, on)).toBe(9);
    expect(planOcr('text', { pages: 9, scanned: 2 }, on)).toBe(2);
    expect(planOcr('text', { pages: 9, scanned: null }, on)).toBe(9);
    expect(planOcr('text', { pages: 99, scanned: 99 }, { ...on, fallback: false })).toBe(0);
    expect(planOcr('text', { pages: 99, scanned: 99 }, { ...on, isOn: false })).toBe(0);
    for (const [mode, rules] of [
      ['ocr', { ...on, isOn: false }],
      ['ocr', on],
      ['text', on],
    ] as const)
      expect(() => planOcr(mode, { pages: 11, scanned: 11 }, rules)).toThrow(DocumentError);
  });
});
