document.querySelector('#allow').addEventListener('click', () => {
  for (const card of document.querySelectorAll('busker-card')) card.grantConsent();
});
