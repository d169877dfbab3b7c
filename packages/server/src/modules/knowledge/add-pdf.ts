import { randomUUID } from 'node:crypto';
import { ApiError, localize, pdfDoc } from '@gantry/core';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { createDayOf } from '../ledger/day-of.ts';
import type { KnowDeps } from './add-documents.ts';
import { toParseMode } from './pdf/pdf-plan.ts';
import { checkPdf, submitPdf } from './pdf/submit-pdf.ts';
import { findUpload } from './store/document-store.ts';

const words = {
  file: { zh: '没有这个文件，请先上传', en: 'There is no such file; upload it first' },
  user: { zh: '没有这个用户', en: 'There is no such user' },
} as const;

interface Prepared {
  readonly request: Parameters<typeof submitPdf>[1];
  readonly checked: Awaited<ReturnType<typeof checkPdf>>;
}

/** Hands a PDF in for a user: what the platform's own call checks is checked here, and it is free unless that is wanted. */
export function addPdf(deps: KnowDeps): Operation {
  return {
    async prepare({ input, services, caller }): Promise<Prepared> {
      const { database } = services;
      const rejected = (word: keyof typeof words, at: string) =>
        new ApiError('invalid', { errors: { [at]: [localize(words[word], caller.locale)] } });
      const [file, userId] = [String(input.file), Number(input.userId)];
      if ((await findUpload(database.read, file)) === null) throw rejected('file', 'file');
      const user = await database.read.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
      if (!user) throw rejected('user', 'userId');
      const name = typeof input.name === 'string' && input.name !== '' ? input.name : null;
      const parseMode = toParseMode(input.parseMode);
      const request = { userId, requestId: `admin:${randomUUID()}`, file, name, parseMode, by: caller.actor.id };
      const requestContext = { locale: caller.locale, free: input.charge !== true };
      return { request, checked: await checkPdf({ ...deps, database }, request, requestContext) };
    },
    async run({ services, tx, caller, name }, prepared) {
      const { request, checked } = prepared as Prepared;
      const scope = { tx, dialect: services.database.dialect, at: services.clock() };
      const row = await submitPdf(scope, request, checked, createDayOf());
      const data = await presentRow(services, tx, pdfDoc, row, caller);
      return { data, audit: { ...createCreatedDraft(pdfDoc, Number(row.id), row), action: name } };
    },
  };
}
