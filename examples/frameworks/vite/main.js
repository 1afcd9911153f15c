import 'busker-card';
