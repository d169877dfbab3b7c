import type { ServiceFile } from '@gantry/core';
import type { ServiceContext, ServiceDeps } from '../../../platform/service-api/service-context.ts';
import { readUploadRules } from '../../../platform/settings/settings-reader.ts';
import { checkPart, storePart } from '../store/store-upload.ts';

interface Body {
  readonly name: string;
  readonly content: string;
  readonly file?: string | null | undefined;
  readonly part?: number | undefined;
  readonly more?: boolean | undefined;
}

const megabyte = 1024 * 1024;

/** Accepts a file of a platform user in parts. The settings page `page` determines its maximum size. */
export function uploadHandler({ database, settings }: ServiceDeps, page: 'know' | 'pdf') {
  return async (
    { name, content, file = null, part = 0, more = false }: Body,
    { write }: ServiceContext,
  ): Promise<ServiceFile> => {
    const { fileMegabytes } = await settings.read(page, 'limits');
    const rules = await readUploadRules(settings);
    const from = { by: null, locale: 'en-US' } as const;
    const given = { name, content, file, part, more };
    const checked = await checkPart(database.read, given, { ...from, rules, maxBytes: fileMegabytes * megabyte });
    return write(({ tx, at }) => storePart(tx, checked, { ...from, at }));
  };
}
