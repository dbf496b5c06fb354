(function () {
  function $(selector) {
    var found = document.querySelectorAll(selector);
    return {
      bind: function (type, f) { for (var i = 0; i < found.length; i++) found[i].addEventListener(type, f, false); return this; },
      append: function (html) { for (var i = 0; i < found.length; i++) found[i].insertAdjacentHTML('beforeEnd', html); return this; },
      text: function (text) { for (var i = 0; i < found.length; i++) found[i].textContent = text; return this; }
    };
  }
  window.keys = { pressed: [], own: [], clicks: 0, ticks: 0, frames: 0, shouted: 0 };

  // The page's own handler stays inside this one, the way it was done without a library.
  var message = document.getElementById('message');
  if (!message.keysWrapped) {
    var before = message.onkeydown;
    message.onkeydown = function (e) {
      window.keys.own.push((e || window.event).keyCode);
      return before.apply(this, arguments);
    };
    message.keysWrapped = true;
  }
  var attach = chat.os.replaceSafe('keysPressed', function (e) { window.keys.pressed.push(e.which); });
  if (attach) $('#message').bind('keyup', attach);

  $('.action').append('<span id="keys-button">loud</span>');
  $('#keys-button').bind('click', function () { window.keys.clicks++; chat.os.send('pressed', { type: 'loud', text: 'pressed' }); });
  $('#logo').bind('click', function () { $('#keys-seen').text('clicked the logo in ' + chat.os.room + ' as ' + chat.os.identity.name); });

  chat.os.addOutputHandler(function (context, next) {
    if (/^!/.test(context.text)) { window.keys.shouted++; context.message.body = context.text.substr(1).toUpperCase(); }
    next();
  });
  chat.os.addInputHandler(function (m, next) { if (m.type === 'loud') window.keys.loud = m.text; else setTimeout(next, 0); }, '4');

  chat.os.setInterval('keys', 'tick', function () { window.keys.ticks++; }, 20);
  chat.os.setTimeout('keys', 'late', function () { window.keys.late = arguments.length; }, 20);
  chat.os.requestAnimationFrame('keys', 'frame', function draw(at) {
    window.keys.frames++;
    window.keys.at = typeof at;
    chat.os.requestAnimationFrame('keys', 'frame', draw);
  });
})();
