import { localize } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit.ts';
import { printRecords } from '../output/print.ts';
import { escapeControls } from '../output/safe.ts';
import { type Item, type ItemRejection, type Outcome, outcomes } from './item.ts';

type Counts = Record<Outcome, number>;

/** What an import has come to. */
export interface Outcomes {
  readonly items: readonly Item[];
  readonly rejections: readonly ItemRejection[];
  readonly left: readonly Item[];
  readonly isDone: boolean;
  readonly dryRun: boolean;
}

const none = (): Counts => ({ created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 });

/** Counts by entity, in the order in which they were gone through; lines of no entity that is known come under theirs. */
function countsOf({ items, rejections }: Outcomes): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const of = (entity: string) => {
    const known = counts.get(entity) ?? none();
    counts.set(entity, known);
    return known;
  };
  for (const { portableResource, outcome } of items) {
    const known = of(portableResource.place.command);
    if (outcome !== null && outcome !== 'rejected') known[outcome] += 1;
  }
  for (const { entity } of rejections) of(entity ?? '').rejected += 1;
  return counts;
}

function total(counts: Iterable<Counts>): Counts {
  const sum = none();
  for (const one of counts) for (const outcome of outcomes) sum[outcome] += one[outcome];
  return sum;
}

function reportRejections({ rejections, left }: Outcomes, { t, locale, note }: Context): void {
  for (const { line, entity, title, reasons } of [...rejections].sort((a, b) => a.line - b.line)) {
    const what = [entity ?? '', title ? `“${title}”` : ''].filter(Boolean).join(' ');
    note(escapeControls([t('cli.line', { line }), what, reasons.join('; ')].filter(Boolean).join(': ')));
  }
  for (const { portableResource, title, state } of left) {
    const entity = localize(portableResource.place.label, locale);
    note(escapeControls(t('content.left', { entity, title, state: state ?? '' })));
  }
}

/** The outcome as a table or data, words for what was refused, and the exit status: 0 all, 3 some, 2 none could be taken. */
export async function report(outcomesOf: Outcomes, context: Context): Promise<void> {
  const { t, note } = context;
  const counts = countsOf(outcomesOf);
  const rows = [...counts].map(([entity, one]) => ({ entity: entity || t('content.allLines'), ...one }));
  const sum = total(counts.values());
  const columns = [
    { name: 'entity', title: t('content.entityTitle'), format: String },
    ...outcomes.map((name) => ({ name, title: titleOf(name, context), right: true, format: String })),
  ];
  const { dryRun, isDone, rejections } = outcomesOf;
  const data = { ...sum, dryRun, interrupted: !isDone, entities: rows, rejections };
  await printRecords(context, rows, columns, context.form('table'), data);
  reportRejections(outcomesOf, context);
  note(t('content.sum', { ...sum }));
  if (dryRun) note(t('cli.dryDone'));
  if (!isDone) {
    note(t('content.interrupted'));
    return context.setStatus(exitCodes.interrupted);
  }
  const taken = sum.created + sum.updated + sum.unchanged + sum.skipped;
  if (sum.rejected > 0) context.setStatus(taken > 0 ? exitCodes.partly : exitCodes.usage);
}

function titleOf(outcome: Outcome, { t }: Context): string {
  const titles = {
    created: t('content.created'),
    updated: t('content.updated'),
    unchanged: t('content.unchanged'),
    skipped: t('content.skipped'),
    rejected: t('content.rejected'),
  };
  return titles[outcome];
}
