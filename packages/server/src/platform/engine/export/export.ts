import { ApiError, allFields, type FileFormat, isDocumentForm, kebab, localize, permittedFields } from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import type { CallHandler } from '../../http/call.ts';
import { countAll, type ListSource } from '../../store/query/list-rows.ts';
import { type ExportBody, recordExportBody } from '../bulk-bodies.ts';
import type { Engine, Plan } from '../engine.ts';
import { currencyOf, withCurrencies } from '../list.ts';
import { readBody } from '../read-body.ts';
import { exportDocuments } from './export-documents.ts';
import { openExport, streamPages } from './export-pages.ts';
import { createFileStream } from './send-file.ts';
import { maxSheetRows, tooManyRows } from './sheet-form.ts';
import { createSums } from './sums.ts';

/** Personal data is left out unless somebody who may read it names its column. */
function columnsOf(plan: Plan, body: ExportBody, caller: Caller): string[] {
  const visible = permittedFields(plan.resource, caller.actor.role, 'detail');
  if (!body.columns) return visible.filter((name) => !plan.resource.fields[name]?.personal);
  const unknown = body.columns.find((name) => !visible.includes(name));
  if (unknown === undefined) return [...new Set(body.columns)];
  const words = caller.t('validation.unknown', { field: unknown.slice(0, 40) });
  throw new ApiError('invalid', { errors: { columns: [words] } });
}

/** A sheet has an end: what is more is refused before the first byte. */
export async function checkSheet(format: FileFormat, source: ListSource, caller: Caller): Promise<void> {
  if (format !== 'xlsx' || (await countAll(source)) <= maxSheetRows) return;
  throw new ApiError('invalid', { errors: { format: [localize(tooManyRows, caller.locale)] } });
}

/** Streams all records of a list; that somebody took them is logged before the first byte. */
export function exportHandler(engine: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  return async ({ body: given, caller, reply }) => {
    const body = readBody(recordExportBody, given, plan.labels, caller);
    const format = body.format ?? 'csv';
    if (isDocumentForm(format)) return exportDocuments(engine, plan, { ...body, format }, { caller, reply });
    const names = withCurrencies(columnsOf(plan, body, caller), plan, caller);
    const source = await openExport(engine, plan, body, caller);
    await checkSheet(format, source, caller);
    const after = { format, columns: names, filters: body.filters ?? {}, keyword: body.keyword ?? '' };
    await engine.services.audit.note(caller, { resource: resource.name, resourceId: null, action: 'export', after });
    const sums = body.totals
      ? createSums(
          (resource.list.totals ?? []).filter((name) => names.includes(name)),
          (name) => currencyOf(resource, name),
        )
      : null;
    const pages = streamPages(engine, plan, source, names, caller, sums);
    const shape = { title: localize(resource.label, caller.locale), names, fields: allFields(resource), pages, sums };
    const file = { ...shape, locale: caller.locale, timeZone: (await engine.timeZone?.()) ?? 'UTC' };
    return reply.send(createFileStream(reply, kebab(resource.name), format, file));
  };
}
