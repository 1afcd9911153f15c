export const doors = {
  'page.view': 'Ver mi página',
  'page.copy': 'Copiar la dirección',
  'page.copied': 'Dirección copiada',
  'page.share': 'Compartir',
  'page.copyRefused': 'Tu navegador no permitió copiar. Cópiala tú: {url}',
};
