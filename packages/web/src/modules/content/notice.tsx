import { PillsInput } from '../../fields/choice/pills-input.tsx';
import type { ConfirmationSlotProps, Slots } from '../../resource/slots.ts';
import { BothLanguages } from './both-languages.tsx';
import './both-languages.css';
import { splitLanguages } from '@gantry/core';
import { useWords } from '../../fields/index.ts';

/** An announcement is shown as formatted text. A combined text shows how it is split into languages. */
export const slots: Slots = {
  reads: ['startAt'],
  input: { audience: PillsInput },
  request: { compose: PartedText },
  detail: { title: { zh: '阅读效果', en: 'As it reads' }, body: BothLanguages },
};

/** A preview of how one text is split into two languages. */
function PartedText({ values }: ConfirmationSlotProps) {
  const t = useWords();
  const { text } = values;
  if (typeof text !== 'string' || text.trim() === '') return null;
  const { title, content, titleEn, contentEn } = splitLanguages(text);
  const parts = [
    { lang: 'zh-CN', name: t('resource.docs.chinese'), title, content },
    { lang: 'en', name: t('resource.docs.english'), title: titleEn, content: contentEn },
  ];
  return (
    <dl className="parted-text" data-testid="parted-text">
      {parts.map((part) => (
        <div key={part.lang}>
          <dt>{part.name}</dt>
          <dd lang={part.lang}>
            {part.title === '' ? <span className="dim">{t('resource.docs.untranslated')}</span> : null}
            <strong>{part.title}</strong>
            <span>{part.content}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
