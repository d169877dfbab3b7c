import './both-languages.css';
import { splitLanguages } from '@gantry/core';
import { useWords } from '../../fields/index.ts';
import type { ConfirmationSlotProps } from '../../resource/slots.ts';

/** What a text in both languages is parted into. */
export function PartedText({ values }: ConfirmationSlotProps) {
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
