var ticker = { news: [], present: null, answer: null, hours: [] };

chat.os.addInputHandler(function tickerInput(message, next) {
  switch (message.type) {
    case 'news':
      ticker.news.push(message);
      document.getElementById('ticker').innerHTML += '<li>' + message.text.replace(/</g, '&lt;') + '</li>';
      break;
    case 'rollcall':
      ticker.present = message.participants;
      break;
    case 'headlines':
      ticker.answer = message;
      break;
    case 'hour':
      ticker.hours.push(message);
      break;
    default:
      next();
  }
});

chat.os.send({ type: 'replay', oftype: ['news', 'weather'], since: 0, limit: 2 });
chat.os.send(':rollcall');
chat.os.send(':request', { url: HEADLINES, responseType: 'headlines', responseName: 'today' });
chat.os.send(':hour {name: "bell", text: "It was %d{HH:MM--00-00-00T01:00:00}", schedule: "0 0 0 1 1 *"}');
