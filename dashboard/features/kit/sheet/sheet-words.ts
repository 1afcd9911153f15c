import type { ShippedLanguage } from '../../../../core/base/language-tags';

/** What passers-by read on a sheet. It is printed in their languages, so it is no text of the dashboard's language. */
interface SheetWords {
  readonly scan: string;
  /** Why it is easy. */
  readonly easy: string;
}

export const sheetWords: Readonly<Record<ShippedLanguage, SheetWords>> = {
  en: { scan: 'Scan to send a tip', easy: 'No app, no account' },
  es: { scan: 'Escanea para dejar propina', easy: 'Sin app y sin cuenta' },
  fr: { scan: 'Scannez pour laisser un pourboire', easy: 'Sans appli et sans compte' },
  de: { scan: 'Scannen und Trinkgeld geben', easy: 'Ohne App, ohne Konto' },
  pt: { scan: 'Escaneie para deixar uma gorjeta', easy: 'Sem app e sem conta' },
  it: { scan: 'Scansiona per lasciare una mancia', easy: 'Senza app e senza account' },
  nl: { scan: 'Scan om een fooi te geven', easy: 'Geen app, geen account' },
  pl: { scan: 'Zeskanuj, aby zostawić napiwek', easy: 'Bez aplikacji i bez konta' },
  ja: { scan: 'スキャンしてチップを送る', easy: 'アプリも登録も不要' },
  ko: { scan: '스캔해서 팁 보내기', easy: '앱도 계정도 필요 없어요' },
  'zh-Hans': { scan: '扫码打赏', easy: '无需应用，无需注册' },
  ar: { scan: 'امسح الرمز لإرسال إكرامية', easy: 'بلا تطبيق وبلا حساب' },
};
