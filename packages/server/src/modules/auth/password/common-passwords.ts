/**
 * What people choose most, in lower case, without the digits and marks that they add: a password that is only these is
 * refused. Short words and names stand here too, since long passwords are made of them.
 */
export const commonWords: readonly string[] = `
password passwort passw0rd passwd pass word contrasena senha motdepasse parola wachtwoord mima kouling denglu
admin administrator administrador root superuser supervisor sysadmin system server service test tester testing demo guest
user username default changeme letmein welcome login logon signin access secret secure security private public master
manager office company internet computer network windows linux ubuntu android iphone google facebook twitter amazon
microsoft apple samsung huawei xiaomi tencent alibaba baidu taobao weixin wechat alipay douyin weibo qq
gantry console platform backend backoffice control controlroom dashboard workplace operator openai chatgpt claude gemini
deepseek model agent robot
guanli guanliyuan houtai xitong pingtai yonghu ceshi gongsi zhongguo china beijing shanghai shenzhen guangzhou hangzhou
woaini iloveyou iloveu loveyou lovely love loveme forever baby babygirl honey sweet sweetheart darling angel princess
prince queen king jesus christ heaven faith blessed family mother father sister brother friend friends
dragon monkey tiger lion eagle falcon phoenix wolf bear horse dolphin butterfly spider shark panda kitten kitty puppy
cat dog chicken turtle rabbit snake
sunshine summer winter spring autumn flower rainbow ocean river mountain island forest garden cloud thunder lightning
shadow silver golden diamond crystal purple orange yellow green black white blue red
football soccer baseball basketball hockey tennis golf cricket rugby liverpool chelsea arsenal barcelona manchester
juventus realmadrid yankees cowboys steelers lakers eagles packers broncos rangers dodgers raiders giants
superman batman spiderman ironman starwars startrek pokemon pikachu naruto goku mario sonic minecraft fortnite
warcraft callofduty gamer killer hunter ranger soldier warrior ninja samurai pirate wizard magic merlin gandalf
matrix trustno hello helloworld hello123 goodbye whatever nothing something anything fuckyou fuckoff asshole bitch
michael michelle jennifer jessica jordan joshua daniel david andrew anthony robert thomas matthew charlie charles
william james john johnny george richard steven stephen patrick samantha ashley nicole amanda sarah melissa
elizabeth victoria alexander alexandra alexis benjamin jonathan christopher christian brandon justin taylor maggie
bailey buster ginger pepper cookie chocolate banana cheese coffee whiskey vodka hotdog pizza burger
mercedes ferrari porsche corvette mustang camaro harley yamaha honda toyota suzuki kawasaki ducati bmw audi
freedom america canada england london paris berlin madrid moscow tokyo sydney newyork texas florida california
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday weekend today tomorrow
one two three four five six seven eight nine ten zero hundred thousand million
correcthorsebatterystaple correct battery staple thequickbrownfox quick brown fox jumps over lazy
abc abcd abcdef qwer qwert qwerty qwertz azerty asdf asdfg asdfgh zxcv zxcvb zxcvbn qaz wsx edc rfv tgb yhn ujm
qazwsx qazwsxedc qwaszx zaq xsw cde vfr bgt nhy mju wasd
open opensesame sesame backup database oracle mysql postgres postgresql redis sqlite mongodb docker jenkins gitlab
github ansible production staging development release deploy monitor nagios zabbix grafana cisco router switch
temp temporary new newpass newpassword mypass mypassword yourpassword thisismypassword password1 pwd pw key
fortune lucky dabai xiaobai laoshi laopo laogong baobei qinaide gege jiejie didi meimei nihao nihaoma
wang zhang liu chen yang zhao huang zhou wu xu sun zhu hu guo lin luo liang song tang feng deng cao zeng xiao tian dong
student teacher school college university hospital police lawyer doctor nurse engineer developer programmer
music guitar piano drummer metallica nirvana eminem beatles elvis blink slipknot
money dollar rich bitcoin crypto ethereum wallet casino poker winner champion number
`
  .split(/\s+/)
  .filter((word) => word !== '');
