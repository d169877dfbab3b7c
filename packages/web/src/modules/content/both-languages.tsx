import './both-languages.css';
import { useState } from 'react';
import { useLocale } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import type { RecordSlotProps } from '../../resource/slots.ts';
import { Empty, Markdown } from '../../ui/parts/index.ts';

const languages = ['chinese', 'english'] as const;

function getText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An article as its readers see it, in either language. */
export function BothLanguages({ record }: RecordSlotProps) {
  const t = useWords();
  const locale = useLocale();
  const [language, setLanguage] = useState<(typeof languages)[number]>(locale === 'zh-CN' ? 'chinese' : 'english');
  const english = language === 'english';
  const title = getText(english ? record.titleEn : record.title);
  const content = getText(english ? record.contentEn : record.content);
  return (
    <div className="article">
      <fieldset className="density-row article-languages" aria-label={t('resource.docs.preview')}>
        {languages.map((one) => (
          <button key={one} type="button" aria-pressed={language === one} onClick={() => setLanguage(one)}>
            {t(`resource.docs.${one}`)}
          </button>
        ))}
      </fieldset>
      <article lang={english ? 'en' : 'zh-CN'}>
        {title === '' ? null : <h3>{title}</h3>}
        {content === '' ? <Empty title={t('resource.docs.untranslated')} /> : <Markdown text={content} />}
      </article>
    </div>
  );
}
