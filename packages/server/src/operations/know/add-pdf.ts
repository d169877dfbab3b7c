import { randomUUID } from 'node:crypto';
import { Fault, pdfDoc, say } from '@gantry/core';
import { parseModeOf } from '../../documents/pdf/pdf-plan.ts';
import { checkPdf, submitPdf } from '../../documents/pdf/submit-pdf.ts';
import { findUpload } from '../../documents/store/document-store.ts';
import { createDayOf } from '../../money/day-of.ts';
import { createdDraft } from '../../resources/changes.ts';
import type { Operation } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import type { KnowNeeds } from './add-documents.ts';

const words = {
  file: { zh: '没有这个文件，请先上传', en: 'There is no such file; upload it first' },
  user: { zh: '没有这个用户', en: 'There is no such user' },
} as const;

interface Prepared {
  readonly request: Parameters<typeof submitPdf>[1];
  readonly checked: Awaited<ReturnType<typeof checkPdf>>;
}

/** Hands a PDF in for a user: what the platform's own call checks is checked here, and it is free unless that is wanted. */
export function addPdf(needs: KnowNeeds): Operation {
  return {
    async prepare({ input, services, caller }): Promise<Prepared> {
      const { database } = services;
      const refused = (word: keyof typeof words, at: string) =>
        new Fault('invalid', { errors: { [at]: [say(words[word], caller.locale)] } });
      const [file, userId] = [String(input.file), Number(input.userId)];
      if ((await findUpload(database.read, file)) === null) throw refused('file', 'file');
      const user = await database.read.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
      if (!user) throw refused('user', 'userId');
      const name = typeof input.name === 'string' && input.name !== '' ? input.name : null;
      const parseMode = parseModeOf(input.parseMode);
      const request = { userId, requestId: `admin:${randomUUID()}`, file, name, parseMode, by: caller.actor.id };
      const asking = { locale: caller.locale, free: input.charge !== true };
      return { request, checked: await checkPdf({ ...needs, database }, request, asking) };
    },
    async run({ services, tx, caller, name }, prepared) {
      const { request, checked } = prepared as Prepared;
      const scope = { tx, dialect: services.database.dialect, at: services.clock() };
      const row = await submitPdf(scope, request, checked, createDayOf());
      const data = await presentRow(services, tx, pdfDoc, row, caller);
      return { data, audit: { ...createdDraft(pdfDoc, Number(row.id), row), action: name } };
    },
  };
}
